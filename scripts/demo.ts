console.log('assetc');
